import type { Model } from 'survey-core';

/** Files of a preview go nowhere: each is shown from where the browser has it, as long as the page is there. */
export function keepFilesHere(model: Model): void {
  model.onUploadFiles.add((_, { files, callback }) => {
    const kept = files.map((file) => ({ file, content: URL.createObjectURL(file) }));
    callback(kept, []);
  });
  model.onClearFiles.add((_, { callback }) => callback('success'));
  model.onDownloadFile.add((_, { content, callback }) => callback('success', content));
}
