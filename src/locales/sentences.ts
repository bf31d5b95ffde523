import en from './en/sentences.json'
import {createTexts} from './texts'

export const sentenceTexts = createTexts({en})
