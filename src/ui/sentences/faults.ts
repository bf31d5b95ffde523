import {faultTexts} from '../../locales/faults'
import {getReason, type Fault, type FaultText} from '../../model/faults'
import type {ProblemValue} from '../../model/problems'

export const shownReason = (reason: FaultText): string => faultTexts.show(reason)

/** The reason of an error of ours; the message of any other error. */
export const shownError = (error: unknown): string => shownReason(getReason(error))

type ShownFault = {readonly path: string; readonly code: string; readonly reason: string}

export const shownFault = ({path, code, reason}: Fault): ShownFault => ({path, code, reason: shownReason(reason)})

/** The values of a problem with their texts. The code of a text is added as `<name>Code`. */
export const shownValues = (
  values: Readonly<Record<string, ProblemValue>>,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'object'
        ? [
            [name, shownReason(value)],
            [`${name}Code`, value.code],
          ]
        : [[name, value]],
    ),
  )
