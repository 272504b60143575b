//! Large content on an S3-compatible store: written once under its digest, never changed.
//!
//! Writes are conditional, so that of two writers of one digest one writes and the other learns that
//! it is there; very large content goes in parts.

use std::sync::Once;

use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;
use object_store::{MultipartUpload, ObjectStore as _, ObjectStoreExt as _, PutMode, PutPayload};
use tokio::runtime::Runtime;

use planner::Digest;

use super::StoreError;

/// Content up to this size is one request.
const ONE_REQUEST: usize = 8 * 1024 * 1024;

/// An S3 bucket, and the way to it.
#[derive(Clone)]
pub struct Bucket {
    /// As the object store knows the bucket.
    pub name: String,
    /// What every key begins with; may be empty.
    pub prefix: String,
    /// The server; none for AWS itself.
    pub endpoint: Option<String>,
    /// The region; S3 servers of one's own mostly ignore it.
    pub region: String,
    /// The key id.
    pub access_key: String,
    /// The secret behind the key id.
    pub secret_key: String,
}

impl std::fmt::Debug for Bucket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The secret must not reach a log.
        write!(f, "s3://{}/{}", self.name, self.prefix)
    }
}

/// Content in a bucket.
pub(crate) struct Objects {
    bucket: AmazonS3,
    prefix: Path,
    runtime: Runtime,
}

impl Objects {
    /// Prepares access; nothing is sent yet.
    pub(crate) fn open(bucket: &Bucket) -> Result<Self, StoreError> {
        install_tls();
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&bucket.name)
            .with_region(&bucket.region)
            .with_access_key_id(&bucket.access_key)
            .with_secret_access_key(&bucket.secret_key);
        if let Some(endpoint) = &bucket.endpoint {
            builder = builder
                .with_endpoint(endpoint)
                .with_allow_http(endpoint.starts_with("http://"))
                .with_virtual_hosted_style_request(false);
        }
        let fault = |error: &dyn std::fmt::Display| StoreError::Objects(error.to_string().into());
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("objects")
            .enable_all()
            .build()
            .map_err(|error| fault(&error))?;
        let prefix = Path::parse(&bucket.prefix).map_err(|error| fault(&error))?;
        Ok(Self { bucket: builder.build().map_err(|error| fault(&error))?, prefix, runtime })
    }

    /// Keeps content; does nothing when it is there already.
    pub(crate) fn put(&self, digest: &Digest, bytes: &[u8]) -> Result<(), StoreError> {
        let key = self.key(digest);
        let written = self.runtime.block_on(async {
            if bytes.len() <= ONE_REQUEST {
                return self.create(&key, bytes).await;
            }
            if self.bucket.head(&key).await.is_ok() {
                return Ok(());
            }
            self.upload(&key, bytes).await
        });
        written.map_err(|error| StoreError::Objects(error.into()))
    }

    /// Writes content in parts. Two writers of one digest write the same bytes, so the last one may
    /// win; parts of an upload that failed are not left behind to be paid for.
    async fn upload(&self, key: &Path, bytes: &[u8]) -> object_store::Result<()> {
        let mut upload = self.bucket.put_multipart(key).await?;
        let send = async |upload: &mut Box<dyn MultipartUpload>| {
            for part in bytes.chunks(ONE_REQUEST) {
                upload.put_part(PutPayload::from(part.to_vec())).await?;
            }
            upload.complete().await.map(drop)
        };
        let sent = send(&mut upload).await;
        if sent.is_err() {
            // The first error says more than this one could.
            let _ = upload.abort().await;
        }
        sent
    }

    async fn create(&self, key: &Path, bytes: &[u8]) -> object_store::Result<()> {
        let payload = PutPayload::from(bytes.to_vec());
        match self.bucket.put_opts(key, payload, PutMode::Create.into()).await {
            Ok(_) | Err(object_store::Error::AlreadyExists { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The whole content.
    pub(crate) fn read(&self, digest: &Digest) -> Result<Vec<u8>, StoreError> {
        let key = self.key(digest);
        let read = self.runtime.block_on(async { self.bucket.get(&key).await?.bytes().await });
        read.map(Vec::from).map_err(|error| missing(digest, error))
    }

    /// Whether an object of that content and size is there.
    pub(crate) fn has(&self, digest: &Digest, size: u64) -> Result<bool, StoreError> {
        match self.runtime.block_on(self.bucket.head(&self.key(digest))) {
            Ok(found) => Ok(found.size == size),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(StoreError::Objects(error.into())),
        }
    }

    /// Removes the content; it need not be there.
    pub(crate) fn remove(&self, digest: &Digest) -> Result<(), StoreError> {
        match self.runtime.block_on(self.bucket.delete(&self.key(digest))) {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(StoreError::Objects(error.into())),
        }
    }

    /// Bytes `start..start + length` of the content, which must have that many.
    pub(crate) fn read_part(
        &self,
        digest: &Digest,
        start: u64,
        length: u64,
    ) -> Result<Vec<u8>, StoreError> {
        let key = self.key(digest);
        let read = self.runtime.block_on(self.bucket.get_range(&key, start..start + length));
        read.map(Vec::from).map_err(|error| missing(digest, error))
    }

    /// Finds out whether the server honours conditional writes: an accepted second write could
    /// change content that somebody relies on.
    pub(crate) fn probe(&self) -> Result<(), StoreError> {
        let key = self.prefix.clone().join("probe");
        let fault = |error: object_store::Error| StoreError::Objects(error.into());
        let second = self.runtime.block_on(async {
            self.create(&key, b"one").await.map_err(fault)?;
            let payload = PutPayload::from(&b"two"[..]);
            Ok::<_, StoreError>(self.bucket.put_opts(&key, payload, PutMode::Create.into()).await)
        })?;
        match second {
            Err(object_store::Error::AlreadyExists { .. }) => Ok(()),
            Ok(_) => Err(StoreError::Objects("the server ignores If-None-Match on writes".into())),
            Err(error) => Err(fault(error)),
        }
    }

    fn key(&self, digest: &Digest) -> Path {
        let name = digest.to_string();
        self.prefix.clone().join("blobs").join(&name[..2]).join(&name[2..])
    }
}

fn missing(digest: &Digest, error: object_store::Error) -> StoreError {
    match error {
        object_store::Error::NotFound { .. } => StoreError::Content(*digest),
        other => StoreError::Objects(other.into()),
    }
}

/// Chooses the TLS provider of every client of this process, once.
pub(crate) fn install_tls() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Somebody else's choice stands.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}
