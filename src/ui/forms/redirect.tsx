import {destinationTypes, isLocalFile} from '../../contract/rules/redirect'
import type {PairOf} from '../../contract/rules'
import {Select, type Option} from '../parts/select'
import {formWords} from '../words'
import {capturesOf} from '../fields/captures'
import {Line, TextField} from '../fields/text-field'
import {FilePicker} from '../fields/file-picker'
import type {FieldsProps, Form} from './kind'

type DestinationType = (typeof destinationTypes)[number]
type Pair = PairOf<'Redirect'>

const kinds: readonly Option<DestinationType>[] = destinationTypes.map(
  each => [each, formWords.redirect.kinds[each]] as const,
)

/** The captures that there are: `$3` of two is no mark, and finds nothing. */
const marksOf = (count: number) => (count > 0 ? new RegExp(`(\\$[1-${count}])`) : undefined)

/** A URL needs no file; another kind keeps the one that was chosen. */
function withKind(pair: Pair, destinationType: DestinationType): Pair {
  const {file: _file, ...rest} = pair
  return destinationType === 'url' ? {...rest, destinationType} : {...pair, destinationType}
}

function withFile(pair: Pair, file: Pair['file']): Pair {
  const {file: _before, ...rest} = pair
  return file ? {...rest, file} : rest
}

const hintFor = ({destinationType, source: {operator}}: Pair): string =>
  destinationType === 'url' && (operator === 'Wildcard_Matches' || operator === 'Matches')
    ? formWords.redirect.hintWithCapture
    : formWords.redirect.hints[destinationType]

function Fields({pair, change, at}: FieldsProps<'Redirect'>) {
  const captures = capturesOf(pair.source)
  const {file, destinationType} = pair
  const removed = file && formWords.redirect.fileRemoved(file.name)
  return (
    <Line verb={formWords.redirect.verb}>
      <div class="joined joined-two">
        <Select
          name={formWords.redirect.kind}
          value={destinationType}
          options={kinds}
          change={kind => change(now => withKind(now, kind), kind === 'url' ? removed : undefined)}
        />
        {file === undefined && (
          <TextField
            at={`${at}.destination`}
            name={formWords.redirect.destination}
            placeholder={hintFor(pair)}
            value={pair.destination}
            marks={destinationType === 'map_local' || isLocalFile(pair) ? undefined : marksOf(captures.length)}
            change={destination => change(now => ({...now, destination}))}
          />
        )}
      </div>
      {(destinationType !== 'url' || file) && (
        <FilePicker file={file} change={next => change(now => withFile(now, next), removed)} />
      )}
      {captures.length > 0 && destinationType !== 'map_local' && (
        <p class="hint">
          {captures.map(({mark, says}, index) => (
            <span key={mark}>
              {index > 0 && '  ·  '}
              <code>{mark}</code> {says}
            </span>
          ))}
        </p>
      )}
    </Line>
  )
}

export const redirectForm: Form<'Redirect'> = {
  Fields,
}
