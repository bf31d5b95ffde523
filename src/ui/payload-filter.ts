import type {RulePayload} from '../model/payload'

/** Whether a condition of the rule filters by the request body. */
export const hasPayloadFilter = ({pairs}: Pick<RulePayload, 'pairs'>): boolean =>
  pairs.some(({source}) => source?.filters?.some(({requestPayload}) => requestPayload !== undefined) === true)
