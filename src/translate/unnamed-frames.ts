import type {ResourceType} from '../contract/source'
import type {Narrowing} from './condition'

/**
 * Those of these types for which a text may stand in. Chrome 156 itself ends, with all of its windows, where a frame is led to a `data:` address that the
 * Content-Security-Policy of its page keeps out: frames are answered only where a filter names them.
 */
export const withoutUnnamedFrames = (
  {resourceTypes}: Narrowing,
  able: readonly ResourceType[],
): readonly ResourceType[] => (resourceTypes === null ? able.filter(type => type !== 'sub_frame') : able)

/** Whether it may come to that all the same, which is said on the rule. */
export const hasNamedFrames = ({resourceTypes}: Narrowing): boolean => resourceTypes?.includes('sub_frame') === true
