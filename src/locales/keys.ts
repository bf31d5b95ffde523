import en from './en/keys.json' with {type: 'json'}
import {createTexts} from './texts'

export const keyTexts = createTexts({en})
