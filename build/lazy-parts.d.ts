/** The modules of one of the worker's lazy scripts, all that they export in one; made in wxt.config.ts. */
declare module 'lazy-parts:*'
