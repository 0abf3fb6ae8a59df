import { Loading } from '#web/components/loading.tsx';
import { Specimen } from '../specimen.tsx';
import { useWords } from '../words.ts';

/** The outline of what comes: rows of a list, and the text of a page. */
export function Skeletons() {
  const words = useWords();
  return (
    <>
      <Specimen label={words.parts.lists}>
        <Loading shape="rows" />
      </Specimen>
      <Specimen label={words.parts.details}>
        <Loading />
      </Specimen>
    </>
  );
}
