package remote

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"

	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/signer"
)

const schemeS3 = "s3"

func isS3(address string) bool {
	return len(address) > len(schemeS3) && strings.EqualFold(address[:len(schemeS3)+1], schemeS3+":")
}

// s3Providers are asked in turn for an access key: the environment (AWS_ACCESS_KEY_ID and the like), the file
// ~/.aws/credentials.
var s3Providers = []credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}}

// s3 turns addresses s3://BUCKET/KEY into requests with a signature. Without an access key requests have none: open
// buckets answer them.
type s3 struct {
	keys *credentials.Credentials

	mu      sync.Mutex
	regions map[string]string // of buckets, as servers said
}

func newS3(keys *credentials.Credentials) *s3 { return &s3{keys: keys, regions: map[string]string{}} }

const defaultRegion = "us-east-1"

func (s *s3) region(bucket string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.regions[bucket]; r != "" {
		return r
	}
	for _, name := range []string{"AWS_REGION", "AWS_DEFAULT_REGION"} {
		if r := os.Getenv(name); r != "" {
			return r
		}
	}
	return defaultRegion
}

// customEndpoint is the address of another service than Amazon's, such as MinIO or Ceph; empty if the environment names
// no service.
func customEndpoint() string {
	for _, name := range []string{"AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"} {
		if e := os.Getenv(name); e != "" {
			return strings.TrimRight(e, "/")
		}
	}
	return ""
}

// endpoint returns the https address of s3://BUCKET/KEY.
func (s *s3) endpoint(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", hideQuery(err)
	}
	bucket, key := u.Host, strings.TrimPrefix(u.Path, "/")
	if bucket == "" || key == "" || u.RawQuery != "" || u.User != nil {
		return "", fmt.Errorf("expected s3://BUCKET/KEY, such as s3://archive/crawl/00001.warc.gz")
	}
	path := &url.URL{Path: "/" + key}
	if e := customEndpoint(); e != "" {
		return e + "/" + bucket + path.EscapedPath(), nil
	}
	if strings.Contains(bucket, ".") { // its name would not fit the certificate
		return "https://s3." + s.region(bucket) + ".amazonaws.com/" + bucket + path.EscapedPath(), nil
	}
	return "https://" + bucket + ".s3." + s.region(bucket) + ".amazonaws.com" + path.EscapedPath(), nil
}

// sign signs a request to S3 if there is an access key.
func (s *s3) sign(address string, req *http.Request) (*http.Request, error) {
	if !isS3(address) {
		return req, nil
	}
	v, err := s.keys.GetWithContext(nil)
	if err != nil {
		return nil, fmt.Errorf("read the access key for S3: %w", err)
	}
	if v.AccessKeyID == "" {
		return req, nil
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	return signer.SignV4(*req, v.AccessKeyID, v.SecretAccessKey, v.SessionToken, s.region(u.Host)), nil
}

// learn takes the region of a bucket from a response that refuses a request to another; true if it is new.
func (s *s3) learn(address string, resp *http.Response) bool {
	u, err := url.Parse(address)
	region := resp.Header.Get("X-Amz-Bucket-Region")
	if err != nil || !isS3(address) || region == "" || region == s.region(u.Host) || strings.ContainsAny(region, "./:@ ") {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.regions[u.Host] = region
	return true
}
