import type {ReadPayloads} from '../../matching/filters'
import {world} from './world'

/** Reads payloads by the script that can; where it is not there, nothing holds of them. */
export const payloadsHere: ReadPayloads = (path, text) => world.payloads?.(path, text) ?? (() => false)
