import en from './en/import.json' with {type: 'json'}
import {createTexts} from './texts'

export const importTexts = createTexts({en})
