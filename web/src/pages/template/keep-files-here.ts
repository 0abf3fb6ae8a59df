import type { Model } from 'survey-core';

/**
 * Keeps the files of a preview in the browser and sends none of them. They are shown as long as the document is open.
 */
export function keepFilesHere(model: Model): void {
  model.onUploadFiles.add((_, { files, callback }) => {
    const kept = files.map((file) => ({ file, content: URL.createObjectURL(file) }));
    callback(kept, []);
  });
  model.onClearFiles.add((_, { callback }) => callback('success'));
  model.onDownloadFile.add((_, { content, callback }) => callback('success', content));
}
