/** Lists and objects within each other; a browser that keeps many more of them runs out of stack. */
export const deepest = 500

/** Whether more lists and objects stand within each other than may. */
export const isTooDeep = (value: unknown, most = deepest): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some((each: unknown) => isTooDeep(each, most - 1)))
