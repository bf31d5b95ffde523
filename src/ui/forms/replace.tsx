import {formWords} from '../words'
import {Line, TextField} from '../fields/text-field'
import type {FieldsProps, Form} from './kind'

const Fields = ({pair, change, at}: FieldsProps<'Replace'>) => (
  <Line verb={formWords.replace.verb}>
    <TextField
      at={`${at}.from`}
      name={formWords.replace.from}
      placeholder={formWords.replace.fromHint}
      value={pair.from}
      change={from => change(now => ({...now, from}))}
    />
    <span>{formWords.replace.to}</span>
    <TextField
      at={`${at}.to`}
      name={formWords.replace.toName}
      placeholder={formWords.replace.toHint}
      value={pair.to}
      change={to => change(now => ({...now, to}))}
    />
    {/* The preview of the tested URL, before and after, stands here. */}
  </Line>
)

export const replaceForm: Form<'Replace'> = {newPair: source => ({source, from: '', to: ''}), Fields}
