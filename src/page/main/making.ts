import type {Making, Treatment} from '../wire'

/** Whether it takes time, and ISOLATED makes it. */
export const runs = (making: Making | undefined): making is {readonly run: number} => !!making && 'run' in making

/** Whether something of it does: what is sent, or what comes. */
export const makes = ({request, response}: Treatment): boolean => runs(request) || runs(response?.body)
