import {shortenName} from '../../../sentences/quote'
import type {PairOf} from '../../../../model/rules'
import {canKeepPathAndQuery, destinationTypes, isLocalFile, keepsPathAndQuery} from '../../../../model/rules/redirect'
import type {Source} from '../../../../model/source'
import {readRegex} from '../../../../matching/regex/read'
import {countCaptures} from '../../../../matching/regex/tokens'
import {FilePicker} from '../../../components/fields/file-picker'
import {FormLine, TextField} from '../../../components/fields/text-field'
import {Select, type Option} from '../../../components/select'
import {formTexts} from '../../../../locales/forms'
import type {FieldsProps, Form} from './kind'

const maxCaptures = 9

function countGroups(pattern: string): number {
  const read = readRegex(pattern)
  return 'regex' in read ? countCaptures(read.regex.tokens) : 0
}

function getCaptures({operator, value}: Source): readonly {readonly mark: string; readonly label: string}[] {
  const count =
    operator === 'Wildcard_Matches' ? value.split('*').length - 1 : operator === 'Matches' ? countGroups(value) : 0
  const kind = operator === 'Matches' ? 'group' : 'star'
  return Array.from({length: Math.min(count, maxCaptures)}, (_, index) => ({
    mark: `$${index + 1}`,
    label: formTexts(`redirect.capture.${kind}`, {place: index + 1}),
  }))
}

type DestinationType = (typeof destinationTypes)[number]
type Pair = PairOf<'Redirect'>

const getTypeOptions = (): readonly Option<DestinationType>[] =>
  destinationTypes.map(each => [each, formTexts(`redirect.kinds.${each}`)] as const)

/** Matches only existing captures, so not `$3` if there are two. */
const getCapturePattern = (count: number) => (count > 0 ? new RegExp(`(\\$[1-${count}])`) : undefined)

function withType(pair: Pair, destinationType: DestinationType): Pair {
  const {file: _file, ...rest} = pair
  return destinationType === 'url' ? {...rest, destinationType} : {...pair, destinationType}
}

function withFile(pair: Pair, file: Pair['file']): Pair {
  const {file: _before, ...rest} = pair
  return file ? {...rest, file} : rest
}

function withPathAndQuery(pair: Pair, keepPathAndQuery: boolean): Pair {
  const {keepPathAndQuery: _before, ...rest} = pair
  return keepPathAndQuery ? {...rest, keepPathAndQuery} : rest
}

function getHint(pair: Pair): string {
  const {destinationType, source} = pair
  if (keepsPathAndQuery(pair)) return formTexts('redirect.hintWithPath')
  return destinationType === 'url' && (source.operator === 'Wildcard_Matches' || source.operator === 'Matches')
    ? formTexts('redirect.hintWithCapture')
    : formTexts(`redirect.hints.${destinationType}`)
}

function Fields({pair, change, at}: FieldsProps<'Redirect'>) {
  const captures = getCaptures(pair.source)
  const {file, destinationType} = pair
  const removed = file && formTexts('redirect.fileRemoved', {name: shortenName(file.name)})
  return (
    <FormLine verb={formTexts('redirect.verb')}>
      <div class="joined joined-two">
        <Select
          name={formTexts('redirect.kind')}
          value={destinationType}
          options={getTypeOptions()}
          change={kind => change(now => withType(now, kind), kind === 'url' ? removed : undefined)}
        />
        {file === undefined && (
          <TextField
            at={`${at}.destination`}
            name={formTexts('redirect.destination')}
            placeholder={getHint(pair)}
            value={pair.destination}
            marks={
              destinationType === 'map_local' || isLocalFile(pair) ? undefined : getCapturePattern(captures.length)
            }
            change={destination => change(now => ({...now, destination}))}
          />
        )}
      </div>
      {(destinationType !== 'url' || file) && (
        <FilePicker file={file} change={next => change(now => withFile(now, next), removed)} />
      )}
      {canKeepPathAndQuery(pair) && (
        <label class="check">
          <input
            type="checkbox"
            checked={keepsPathAndQuery(pair)}
            onChange={event => {
              const {checked} = event.currentTarget
              change(now => withPathAndQuery(now, checked))
            }}
          />
          {formTexts('redirect.keepPathAndQuery')}
        </label>
      )}
      {captures.length > 0 && destinationType !== 'map_local' && (
        <p class="hint">
          {captures.map(({mark, label}, index) => (
            <span key={mark}>
              {index > 0 && '  ·  '}
              <code>{mark}</code> {label}
            </span>
          ))}
        </p>
      )}
    </FormLine>
  )
}

export const redirectForm: Form<'Redirect'> = {
  Fields,
}
