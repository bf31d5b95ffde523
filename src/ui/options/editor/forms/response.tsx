import {starterCode} from '../../../components/fields/code/starter-code'
import {hasNoBody, type AnswerHeader} from '../../../../model/rules/response'
import {largestDataUrl} from '../../../../model/rules/redirect'
import type {PairOf} from '../../../../model/rules'
import {formTexts} from '../../../../locales/forms'
import {getBodyTypeOptions, switchBodyType} from '../../../components/fields/code/code-language'
import {CodeArea} from '../../../components/fields/code/code-area'
import {headerNamesList, headerValuesList, HeaderSuggestions} from '../../../components/fields/header-suggestions'
import {getInvalidNumber, setInvalidNumber} from '../../../components/fields/hidden-field-values'
import {RowList} from '../../../components/fields/row-list'
import {FormLine, NumberField, TextField} from '../../../components/fields/text-field'
import type {FieldsProps, Form} from './kind'
import {SegmentedControl} from '../../../components/fields/segmented-control'

type Pair = PairOf<'Response'>
function withOptional(pair: Pair, name: 'statusCode' | 'statusText' | 'serveWithoutRequest', value: unknown): Pair {
  const {[name]: _before, ...rest} = pair
  return value === undefined || value === '' || value === false ? rest : {...rest, [name]: value}
}

function ResponseHeaders({pair, change, at}: FieldsProps<'Response'>) {
  const {responseHeaders = [], serveWithoutRequest = false} = pair
  if (!serveWithoutRequest && responseHeaders.length === 0) return null
  return (
    <div class="answer-headers">
      <RowList
        kind="answer-headers"
        headings={[formTexts('headers.header'), formTexts('headers.value')]}
        at={`${at}.responseHeaders`}
        items={responseHeaders}
        change={(update, undoText) => change(now => withHeaders(now, update(now.responseHeaders ?? [])), undoText)}
        createItem={(): AnswerHeader => ({header: '', value: ''})}
        renderItem={(item, here, set) => (
          <>
            <TextField
              at={`${here}.header`}
              name={formTexts('headers.header')}
              list={headerNamesList}
              value={item.header}
              change={header => set(now => ({...now, header}))}
            />
            <TextField
              at={`${here}.value`}
              name={formTexts('headers.value')}
              list={headerValuesList(item.header)}
              value={item.value}
              change={value => set(now => ({...now, value}))}
            />
          </>
        )}
      />
      {responseHeaders.length > 0 && (
        <p class="hint whole">
          {serveWithoutRequest ? formTexts('response.headersToPages') : formTexts('response.headersWhereUnreached')}
        </p>
      )}
    </div>
  )
}

function withHeaders(pair: Pair, responseHeaders: readonly AnswerHeader[]): Pair {
  const {responseHeaders: _before, ...rest} = pair
  return responseHeaders.length === 0 ? rest : {...rest, responseHeaders: [...responseHeaders]}
}

const Fields = ({pair, change, at}: FieldsProps<'Response'>) => (
  <>
    <FormLine verb={formTexts('response.verb')}>
      <SegmentedControl
        name={formTexts('body.kind')}
        value={pair.type}
        options={getBodyTypeOptions()}
        change={type => change(now => switchBodyType(now, type, starterCode.response))}
      />
      <NumberField
        at={`${at}.statusCode`}
        name={formTexts('response.statusCode')}
        placeholder={formTexts('response.statusCodeHint')}
        class="short"
        value={pair.statusCode}
        invalidText={getInvalidNumber(pair)}
        change={(statusCode, unread) =>
          change(now => setInvalidNumber(withOptional(now, 'statusCode', statusCode), unread))
        }
      />
      <TextField
        at={`${at}.statusText`}
        name={formTexts('response.statusText')}
        placeholder={formTexts('response.statusTextHint')}
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
        {formTexts('response.serveWithoutRequest')}
      </label>
      {hasNoBody(pair.statusCode) && pair.value !== '' && (
        <p class="hint whole">{formTexts('response.noBody', {status: pair.statusCode ?? ''})}</p>
      )}
    </FormLine>
    <ResponseHeaders pair={pair} change={change} at={at} />
    <CodeArea
      at={`${at}.value`}
      name={formTexts('response.body')}
      kind="response"
      type={pair.type}
      value={pair.value}
      change={(value, undoText) => change(now => ({...now, value}), undoText)}
      maxBytes={largestDataUrl}
      isServed={pair.serveWithoutRequest === true}
    />
  </>
)

export const responseForm: Form<'Response'> = {
  Fields,
  isSourceOptional: true,
  Shared: HeaderSuggestions,
}
