import {problemTexts} from '../../locales/problems'
import type {RunFailure} from '../../model/rule-code'
import {endSentence} from './quote'

/** `detail` is the engine's error message or the kind of the value. */
export function formatCodeFailure(why: RunFailure['why'], detail: string, line?: number): string {
  const message = problemTexts(`code.${why}`, {detail})
  return endSentence(line === undefined ? message : problemTexts('codeLine', {message, line}))
}
