/** A file by the documented fields, and the lines of what it becomes. */
export type Sample = {
  readonly says: string
  /** A text as it stands in the file, or what its JSON holds. */
  readonly file: unknown
  readonly becomes: readonly string[]
}

export const textOf = ({file}: Pick<Sample, 'file'>): string => (typeof file === 'string' ? file : JSON.stringify(file))
