import {commonTexts} from '../../locales/common'

/** Such as "Condition 2" or "Conditions 1, 2 and 4". */
export const formatConditionNumbers = (numbers: readonly number[]): string =>
  commonTexts('conditionNumbers', {
    count: numbers.length,
    others: numbers.slice(0, -1).join(', '),
    last: numbers.at(-1) ?? '',
  })
