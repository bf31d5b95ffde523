import {Line} from '../../../components/fields/text-field'
import {formWords} from '../../../words'
import type {Form} from './kind'

export const cancelForm: Form<'Cancel'> = {
  Fields: () => (
    <Line verb={formWords.cancel.verb}>
      <span>{formWords.cancel.request}</span>
      <p class="hint whole">{formWords.cancel.seen}</p>
    </Line>
  ),
}
