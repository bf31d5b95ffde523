import type {RulePayload} from '../model/payload'

/** Whether it hangs on what a request sends that a rule acts on it. */
export const hasPayloadFilter = ({pairs}: Pick<RulePayload, 'pairs'>): boolean =>
  pairs.some(({source}) => source?.filters?.some(({requestPayload}) => requestPayload !== undefined) === true)
