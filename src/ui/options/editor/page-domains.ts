import {fault, type Fault} from '../../../contract/faults'
import type {Rule} from '../../../contract/rule'
import {editorWords} from '../../words'

const written = /^[\p{L}\p{M}\p{N}._-]+$/u
const isHostName = (domain: string): boolean =>
  written.test(domain) &&
  domain.split('.').every(label => label !== '' && !label.startsWith('-') && !label.endsWith('-'))

/** Domains that no page can have. A rule that came with one is still in force: the contract takes it, and it only never holds. */
export const faultsOfDomains = ({pairs}: Rule): Fault[] =>
  pairs.flatMap(({source}, pair) =>
    (source?.filters ?? []).flatMap(({pageDomains = []}, index) => {
      const wrong = pageDomains.find(domain => !isHostName(domain.trim()))
      const path = `pairs[${pair}].source.filters[${index}].pageDomains`
      return wrong === undefined ? [] : [fault(path, 'not-a-domain', editorWords.notADomain(wrong))]
    }),
  )
