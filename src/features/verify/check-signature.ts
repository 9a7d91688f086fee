import { type BaseBlock, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import { getCrypto, RSAPublicKey } from 'pkijs'
import { isHashName } from './hash-ranges.ts'
import { digestName, OID, weakIn } from './oids.ts'
import { attributeOf, bytesOf, isSame, type OpenedSignature, Refused } from './signed-data.ts'

const LEAST_RSA_BITS = 2048

/** @throws Refused if the signature can be forged: by its digest, or the length of its key */
export function refuseWeak({ signer, own, digest }: OpenedSignature) {
  const { algorithmId } = signer.signatureAlgorithm
  if (['MD5', 'SHA-1'].includes(digest) || weakIn(algorithmId)) throw new Refused('weak')
  if (!isHashName(digest)) throw new Refused('kind')
  if (algorithmId === OID.rsaPss && getCrypto(true).getHashAlgorithm(signer.signatureAlgorithm) === 'SHA-1')
    throw new Refused('weak')
  const { subjectPublicKeyInfo } = own.certificate
  if (subjectPublicKeyInfo.algorithm.algorithmId !== OID.rsa) return
  const { modulus } = RSAPublicKey.fromBER(
    subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView.slice(),
  )
  const bytes = modulus.valueBlock.valueHexView
  if ((bytes.length - (bytes[0] === 0 ? 1 : 0)) * 8 < LEAST_RSA_BITS) throw new Refused('weak')
}

/**
 * Whether this is the signature of these bytes, by its certificate's key: checks the message
 * digest, the named certificate, and the signature over both (RFC 5652, 5.6).
 * @param expected the digest of what should be signed
 * @param mustName whether the signed attributes have to name the certificate, as in CAdES
 * @throws Refused
 */
export async function checkSignature(
  { signer, own, content }: OpenedSignature,
  expected: Uint8Array,
  mustName: boolean,
) {
  const signed = signer.signedAttrs
  if (!signed) throw new Refused('kind')
  const said = bytesOf(attributeOf(signed.attributes, OID.messageDigest))
  if (!said) throw new Refused('contents')
  if (!isSame(said, expected)) throw new Refused('digest')
  const type = attributeOf(signed.attributes, OID.contentType)
  if (!(type instanceof ObjectIdentifier) || type.valueBlock.toString() !== content.type)
    throw new Refused('signature')
  await checkNamed(signed.attributes, own.der, mustName)
  const { signatureAlgorithm, digestAlgorithm, signature } = signer
  // An algorithm without a digest uses the digest algorithm; one with a digest has to match it.
  const engine = getCrypto(true)
  const named = engine.getHashAlgorithm(signatureAlgorithm)
  const beside = digestName(digestAlgorithm.algorithmId)
  if (named !== '' && named !== beside) throw new Refused('signature')
  const key = own.certificate.subjectPublicKeyInfo
  const good = await engine
    .verifyWithPublicKey(
      signed.encodedValue,
      signature,
      key,
      signatureAlgorithm,
      signatureAlgorithm.algorithmId === OID.rsa ? beside : undefined,
    )
    .catch(() => {
      throw new Refused('kind')
    })
  if (!good) throw new Refused('signature')
}

/** The certificate that the signer named is the embedded one (RFC 5035). */
async function checkNamed(
  attributes: Parameters<typeof attributeOf>[0],
  der: Uint8Array<ArrayBuffer>,
  must: boolean,
) {
  const second = attributeOf(attributes, OID.signingCertificateV2)
  const first = second ?? attributeOf(attributes, OID.signingCertificate)
  if (!first) {
    if (must) throw new Refused('contents')
    return
  }
  const parts = itemsOf(itemsOf(itemsOf(first)[0])[0])
  const hash = parts.find((part) => part instanceof OctetString)
  const [algorithm] = parts[0] instanceof Sequence ? itemsOf(parts[0]) : []
  const stated = algorithm instanceof ObjectIdentifier ? digestName(algorithm.valueBlock.toString()) : null
  const name = stated ?? (second ? 'SHA-256' : 'SHA-1')
  const mine = new Uint8Array(await crypto.subtle.digest(name, der))
  const said = bytesOf(hash ?? null)
  if (!said || !isSame(said, mine)) throw new Refused('certificate')
}

const itemsOf = (block: BaseBlock | undefined): BaseBlock[] =>
  block instanceof Sequence ? (block.valueBlock.value as BaseBlock[]) : []
