import type {KeptValues} from '../surface'

/** Where it is kept that nobody wants requests to be watched. */
export const activityLogPlace = 'activityLog'

export const isLogOn = async (kept: KeptValues): Promise<boolean> =>
  (await kept.read(activityLogPlace).catch(() => undefined)) !== false
