/** Above these a browser runs out of memory, or no person made the file. */
export const limits = {
  /** Characters of a file. */
  text: 256 * 1024 * 1024,
  /** Characters of an XML file or a command, which are read as a whole. */
  document: 4 * 1024 * 1024,
  /** Lists and objects inside one another. */
  depth: 100,
  /** Records of a file. */
  records: 100_000,
} as const
