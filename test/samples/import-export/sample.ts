/** A file of another tool and the rules that an import makes of it. */
export type Sample = {
  /** What the file shows; part of the test name. */
  readonly says: string
  /** The text of the file, or the value of its JSON. */
  readonly file: unknown
  /** One line per group, rule and rejected record, with their notes. */
  readonly becomes: readonly string[]
}

export const textOf = ({file}: Pick<Sample, 'file'>): string => (typeof file === 'string' ? file : JSON.stringify(file))
