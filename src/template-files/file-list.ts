// A shared list as a file has it.

export interface FileListColumn {
  readonly key: string;
  readonly label: string;
}

/** A list of the Formstead that the file comes from, without its rows; or one that the import makes of its rows. */
export interface FileList {
  /** As the fields of the file name it. */
  readonly id: string;
  readonly name: string;
  readonly columns: readonly FileListColumn[];
  /**
   * The cells of each row in the order of the columns: the first is the key, the second the label. Undefined for a list
   * that is only named.
   */
  readonly rows?: readonly (readonly string[])[];
}
