import {formWords} from '../words'
import type {Form} from './kind'

export const cancelForm: Form<'Cancel'> = {
  newPair: source => ({source}),
  Fields: () => (
    <div class="line">
      <span class="line-verb">{formWords.cancel.verb}</span>
      <p class="hint">{formWords.cancel.seen}</p>
    </div>
  ),
}
