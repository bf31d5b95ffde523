import {fault, type Fault} from '../../../contract/faults'
import type {Rule} from '../../../contract/rule'
import {editorWords} from '../../words'

/** A web address where a file is meant. A rule that came with one goes there; who writes one is told. */
export const faultsOfLocalPaths = (rule: Rule): Fault[] =>
  rule.ruleType !== 'Redirect'
    ? []
    : rule.pairs.flatMap(({destinationType, destination, file}, pair) =>
        destinationType === 'map_local' && file === undefined && /^\s*(https?|data):/i.test(destination)
          ? [fault(`pairs[${pair}].destination`, 'not-a-path', editorWords.notLocal)]
          : [],
      )
