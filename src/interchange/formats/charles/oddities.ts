import {fault, type Fault} from '../../../contract/faults'
import {firstAloneIsRead, hasNoCounterpart} from '../../../contract/reasons'
import {shown} from '../../fields'
import type {XmlElement} from '../../imported'

/** What stands in lists; of all else there is one. */
const items: ReadonlySet<string> = new Set([
  'rewriteSet',
  'rewriteRule',
  'locationMatch',
  'mapMapping',
  'mapLocalMapping',
])

/** What no tool reads, wherever it stands: attributes, text beside elements, and a second element where there is one of its name. */
export function odditiesOf(element: XmlElement): readonly Fault[] {
  const {at, text, attributes, children} = element
  const seen = new Set<string>()
  const isRepeated = ({name}: XmlElement) => seen.size === seen.add(name).size && !items.has(name)
  return [
    ...Object.entries(attributes).map(([name, value]) =>
      fault(at, 'no-counterpart', hasNoCounterpart(`${name}=${shown(value)}`)),
    ),
    ...(children.length > 0 && text !== '' ? [fault(at, 'no-counterpart', hasNoCounterpart(shown(text)))] : []),
    ...children.flatMap(child =>
      isRepeated(child) ? [fault(child.at, 'no-counterpart', firstAloneIsRead(`<${child.name}>`))] : odditiesOf(child),
    ),
  ]
}
