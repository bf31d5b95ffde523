import en from './en/sentences.json' with {type: 'json'}
import {createTexts} from './texts'

export const sentenceTexts = createTexts({en})
