import {Line} from '../../../components/fields/text-field'
import {formTexts} from '../../../../locales/forms'
import type {Form} from './kind'

export const cancelForm: Form<'Cancel'> = {
  Fields: () => (
    <Line verb={formTexts('cancel.verb')}>
      <span>{formTexts('cancel.request')}</span>
      <p class="hint whole">{formTexts('cancel.seen')}</p>
    </Line>
  ),
}
