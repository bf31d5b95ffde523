import type {AskedRequest} from '../../matching/request'

/** Chrome gives up on a page or a frame that is led on more often. */
const mostOfPages = 19
/** What a page asks for is led on without end; after so many hops none is in sight. */
const mostOfOthers = 60

/** How often a request is followed when it is led on. */
export const mostHopsOf = ({resourceType}: AskedRequest): number =>
  resourceType === 'main_frame' || resourceType === 'sub_frame' ? mostOfPages : mostOfOthers
