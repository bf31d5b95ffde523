/** A template cut at `$1`…`$9`; `$10` is `$1` and a 0. */
export const capturePieces = (template: string): (string | number)[] =>
  template
    .split(/(\$[1-9])/)
    .filter(piece => piece !== '')
    .map(piece => (/^\$[1-9]$/.test(piece) ? Number(piece.slice(1)) : piece))

/** The first `$n` of a template that exceeds the number of captures; undefined if there is none. */
export const findEmptyCapture = (template: string, captures: number): number | undefined =>
  capturePieces(template).find((piece): piece is number => typeof piece === 'number' && piece > captures)

/** The template with each `$n` replaced by the nth capture, by nothing where there is none. */
export const fillCaptures = (template: string, captures: readonly string[]): string =>
  capturePieces(template)
    .map(piece => (typeof piece === 'number' ? (captures[piece - 1] ?? '') : piece))
    .join('')
