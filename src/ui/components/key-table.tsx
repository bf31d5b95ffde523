import {Fragment} from 'preact'
import {keyTexts} from '../../locales/keys'
import {capsOf} from '../hooks/keys'
import type {KeyPlace} from '../hooks/shortcuts'

const Keys = ({keys}: {readonly keys: string}) => (
  <span class="keys">
    {capsOf(keys).map((cap, index) =>
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

export const KeyTable = ({places}: {readonly places: readonly KeyPlace[]}) => (
  <div class="key-places">
    {places.map(({where, shortcuts}) => (
      <table key={where} class="key-table">
        <caption>{where}</caption>
        <tbody>
          {shortcuts.map(({keys, does}) => (
            <tr key={does}>
              <th scope="row">{does}</th>
              <td>{keys.length === 0 ? <small>{keyTexts('none')}</small> : <Alternatives ways={keys} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ))}
  </div>
)
