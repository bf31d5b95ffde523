const getWidth = (cells: readonly string[]) => Math.max(...cells.map(cell => cell.length))

/** Formats rows as an aligned table; the first row is the header. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const columns = rows[0]?.map((_, at) => getWidth(rows.map(row => row[at] ?? ''))) ?? []
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(columns[at] ?? 0))
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = rows
  return [line(head), columns.map(size => '─'.repeat(size)).join('  '), ...body.map(line)].join('\n')
}
