import en from './en/managed.json' with {type: 'json'}
import {createTexts} from './texts'

export const managedTexts = createTexts({en})
