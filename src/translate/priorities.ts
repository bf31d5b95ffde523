/**
 * Which browser rule beats which. Chrome takes a whole number from 1 to 2^31 - 1. Each kind of action has a band of its own, the
 * upper band first; inside a band the upper rule of the list has the higher number, and no two rules share one.
 */
export const bands = {
  headers: 0,
  queryParam: 1,
  replace: 2,
  response: 3,
  redirect: 4,
  delay: 5,
  cancel: 6,
  own: 7,
} as const

export type Band = keyof typeof bands

const bandSize = 2 ** 28
/** Browser rules that one rule may become; 2^18 rules times 2^10 parts fill a band. */
export const partsPerRule = 2 ** 10
export const largestPosition = bandSize / partsPerRule - 1

/** `position` is the rule's place in the list (0 is the top), switched off ones counted, so that a switch moves no other rule. */
export const priorityOf = (band: Band, position: number, part: number): number =>
  bands[band] * bandSize + (bandSize - 1 - (position * partsPerRule + part))

/** `number` is what the store gave the rule for life, from 1 up. */
export const idOf = (number: number, part: number): number => number * partsPerRule + part

/** The id below every rule's: the one browser rule that protects the extension itself. */
export const ownRuleId = 1

/** The number of the rule that a browser rule's id belongs to. */
export const ruleNumberOf = (id: number): number => Math.floor(id / partsPerRule)
