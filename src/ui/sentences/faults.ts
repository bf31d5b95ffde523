import {faultTexts} from '../../locales/faults'
import {getReason, type Fault, type FaultText} from '../../model/faults'
import type {ProblemValue} from '../../model/problems'

export const formatReason = (reason: FaultText): string => faultTexts.show(reason)

/** The reason of a Switchyard error; the message of any other error. */
export const formatError = (error: unknown): string => formatReason(getReason(error))

type FormattedFault = {readonly path: string; readonly code: string; readonly reason: string}

export const formatFault = ({path, code, reason}: Fault): FormattedFault => ({path, code, reason: formatReason(reason)})

/** The values of a problem as texts. The code of a text is added as `<name>Code`. */
export const formatProblemValues = (
  values: Readonly<Record<string, ProblemValue>>,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'object'
        ? [
            [name, formatReason(value)],
            [`${name}Code`, value.code],
          ]
        : [[name, value]],
    ),
  )
