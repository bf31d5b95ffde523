import {addAction, createBuilder} from '../translation-builder'
import {compileCondition} from '../condition'
import type {Translators} from '../translation'

/** Blocks a request before it is sent. */
export const cancel: Translators['Cancel'] = (rule, options) => {
  const builder = createBuilder()
  rule.pairs.forEach(({source}, pair) => {
    const {compiled, problems} = compileCondition(source, pair)
    builder.problems.push(...problems)
    if (compiled) addAction(builder, compiled, {pair, band: 'cancel', action: {type: 'block'}}, options)
  })
  return builder
}
