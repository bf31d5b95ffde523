/** Said by the build, for each script. */
declare const switchyardIsWhole: boolean

/**
 * MAIN comes in two extents. The lesser one knows fixed texts and delays only, which is all that most pages need; what it is never told is
 * not built into it.
 */
export const isWhole = switchyardIsWhole
