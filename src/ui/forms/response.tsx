import type {PairOf} from '../../contract/rules'
import {formWords} from '../words'
import {bodyTypeOptions, CodeArea, withKind} from '../fields/code-area'
import {Line, NumberField, TextField} from '../fields/text-field'
import type {FieldsProps, Form} from './kind'
import {Toggle} from '../fields/toggle'

const start = `function modifyResponse(args) {
  const {method, url, response, responseType, requestHeaders, requestData, responseJSON} = args
  return response
}
`

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
        change={type => change(now => withKind(now, type, start))}
      />
      <NumberField
        at={`${at}.statusCode`}
        name={formWords.response.statusCode}
        placeholder={formWords.response.statusCodeHint}
        class="short"
        value={pair.statusCode}
        change={statusCode => change(now => withOptional(now, 'statusCode', statusCode))}
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
            change(now => withOptional(now, 'serveWithoutRequest', checked))
          }}
        />
        {formWords.response.serveWithoutRequest}
      </label>
    </Line>
    <CodeArea
      at={`${at}.value`}
      name={formWords.response.body}
      type={pair.type}
      value={pair.value}
      change={(value, said) => change(now => ({...now, value}), said)}
    />
  </>
)

export const responseForm: Form<'Response'> = {
  newPair: source => ({source, type: 'static', value: ''}),
  Fields,
  isSourceOptional: true,
}
