import {faultTexts} from '../../src/locales/faults'
import {getReason} from '../../src/model/faults'

export const shownError = (error: unknown): string => faultTexts.show(getReason(error))

/** The text of the error that a promise rejects with. */
export const shownRejection = (promise: Promise<unknown>): Promise<string> => promise.then(() => 'No error', shownError)
