import type {Making} from '../wire'

/** Whether it takes time, and ISOLATED makes it. */
export const runs = (making: Making | undefined): making is {readonly run: number} => !!making && 'run' in making
