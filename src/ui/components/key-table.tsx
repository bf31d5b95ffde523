import {Fragment} from 'preact'
import {keyTexts} from '../../locales/keys'
import {getKeyLabels} from '../hooks/keys'
import type {ShortcutSection} from '../hooks/shortcuts'

const Keys = ({keys}: {readonly keys: string}) => (
  <span class="keys">
    {getKeyLabels(keys).map((cap, index) =>
      cap === '>' ? <small key={index}>{keyTexts('next')}</small> : <kbd key={index}>{cap}</kbd>,
    )}
  </span>
)

const Alternatives = ({ways}: {readonly ways: readonly string[]}) => (
  <>
    {ways.map((keys, index) => (
      <Fragment key={keys}>
        {index > 0 && <small class="keys-or"> {keyTexts('or')} </small>}
        <Keys keys={keys} />
      </Fragment>
    ))}
  </>
)

export const KeyTable = ({places}: {readonly places: readonly ShortcutSection[]}) => (
  <div class="key-places">
    {places.map(({title, shortcuts}) => (
      <table key={title} class="key-table">
        <caption>{title}</caption>
        <tbody>
          {shortcuts.map(({keys, description}) => (
            <tr key={description}>
              <th scope="row">{description}</th>
              <td>{keys.length === 0 ? <small>{keyTexts('none')}</small> : <Alternatives ways={keys} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ))}
  </div>
)
