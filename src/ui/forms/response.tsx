import {hasNoBody} from '../bodiless'
import {largestDataUrl} from '../../contract/rules/redirect'
import type {PairOf} from '../../contract/rules'
import {codeStarts, formWords} from '../words'
import {bodyTypeOptions, withKind} from '../fields/code/body-type'
import {CodeArea} from '../fields/code/code-area'
import {unreadOf, withUnread} from '../fields/put-aside'
import {Line, NumberField, TextField} from '../fields/text-field'
import type {FieldsProps, Form} from './kind'
import {Toggle} from '../fields/toggle'

type Pair = PairOf<'Response'>
/** An empty field means "as it came", which the record says by leaving it out. */
function withOptional(pair: Pair, name: 'statusCode' | 'statusText' | 'serveWithoutRequest', value: unknown): Pair {
  const {[name]: _before, ...rest} = pair
  return value === undefined || value === '' || value === false ? rest : {...rest, [name]: value}
}

const Fields = ({pair, change, at}: FieldsProps<'Response'>) => (
  <>
    <Line verb={formWords.response.verb}>
      <Toggle
        name={formWords.body.kind}
        value={pair.type}
        options={bodyTypeOptions}
        change={type => change(now => withKind(now, type, codeStarts.response), formWords.chosen(formWords.body.kind))}
      />
      <NumberField
        at={`${at}.statusCode`}
        name={formWords.response.statusCode}
        placeholder={formWords.response.statusCodeHint}
        class="short"
        value={pair.statusCode}
        unread={unreadOf(pair)}
        change={(statusCode, unread) => change(now => withUnread(withOptional(now, 'statusCode', statusCode), unread))}
      />
      <TextField
        at={`${at}.statusText`}
        name={formWords.response.statusText}
        placeholder={formWords.response.statusTextHint}
        value={pair.statusText ?? ''}
        change={statusText => change(now => withOptional(now, 'statusText', statusText))}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={pair.serveWithoutRequest === true}
          onChange={event => {
            const {checked} = event.currentTarget
            change(
              now => withOptional(now, 'serveWithoutRequest', checked),
              formWords.chosen(formWords.response.serveWithoutRequest),
            )
          }}
        />
        {formWords.response.serveWithoutRequest}
      </label>
      {hasNoBody(pair.statusCode) && pair.value !== '' && (
        <p class="hint whole">{formWords.response.noBody(pair.statusCode)}</p>
      )}
    </Line>
    <CodeArea
      at={`${at}.value`}
      name={formWords.response.body}
      kind="response"
      type={pair.type}
      value={pair.value}
      change={(value, said) => change(now => ({...now, value}), said)}
      most={largestDataUrl}
      isServed={pair.serveWithoutRequest === true}
    />
  </>
)

export const responseForm: Form<'Response'> = {
  Fields,
  isSourceOptional: true,
}
