import {readPayloads} from '../../matching/filters'
import {world} from './world'

/** Looking into payloads is a script of its own: few rules do. */
export function offerPayloads(): void {
  world.payloads = readPayloads
}
